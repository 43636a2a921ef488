/** Local cameras, through Video4Linux. */
package io.gazeshift.ingest.source.device;
