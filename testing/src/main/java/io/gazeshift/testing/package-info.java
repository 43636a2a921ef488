/** What integration tests share: a real broker for each test class. */
package io.gazeshift.testing;
