/** Fixtures shared by integration tests, such as a real broker for each test class. */
package io.gazeshift.testing;
