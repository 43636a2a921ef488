/**
 * The linear algebra that the algorithm needs and no more, in double precision on OpenBLAS: a dense
 * matrix, its products, Cholesky, symmetric eigen and singular value decompositions.
 */
package io.gazeshift.glsge.linalg;
