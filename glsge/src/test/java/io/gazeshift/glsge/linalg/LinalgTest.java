package io.gazeshift.glsge.linalg;

import static io.gazeshift.glsge.Samples.normal;
import static io.gazeshift.glsge.Vectors.worst;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinalgTest {

  private final Random random = new Random(1);

  @ParameterizedTest
  @CsvSource({"7, 4", "4, 7", "5, 5", "1, 3", "3, 1"})
  void theSingularValueDecompositionRebuildsItsMatrix(int rows, int cols) {
    Matrix a = normal(random, rows, cols, 0, 1);
    for (Svd svd : List.of(Svd.of(a), Svd.byQr(a))) {
      assertThat(worst(rebuilt(svd), a)).isLessThan(1e-14);
      assertThat(svd.values()).isSortedAccordingTo((x, y) -> Double.compare(y, x));
      assertThat(svd.rank()).isEqualTo(Math.min(rows, cols));
    }
  }

  @Test
  void rowsAndColumnsThatRepeatAreDecomposedBothWays() {
    int[] twice = IntStream.range(0, 60).map(i -> i / 2).toArray();
    Matrix a = normal(random, 30, 30, 0, 1).at(twice, twice);

    for (Svd svd : List.of(Svd.of(a), Svd.byQr(a))) {
      assertThat(worst(rebuilt(svd), a)).isLessThan(1e-13);
      assertThat(svd.rank()).isEqualTo(30);
    }
  }

  private static Matrix rebuilt(Svd svd) {
    Matrix scaled = svd.left().copy();
    for (int i = 0; i < scaled.rows(); i++) {
      for (int k = 0; k < scaled.cols(); k++) {
        scaled.set(i, k, scaled.get(i, k) * svd.values()[k]);
      }
    }
    return Blas.multiply(scaled, svd.rightTransposed());
  }

  @Test
  void eigenvectorsAreOrthogonalAndLargestFirst() {
    Matrix s = Blas.gram(normal(random, 6, 9, 0, 1));
    SymmetricEigen eigen = SymmetricEigen.of(s);

    Matrix diagonal = Blas.timesTransposed(Blas.multiply(eigen.vectors(), s), eigen.vectors());
    Matrix expected = Matrix.zeros(6, 6);
    for (int i = 0; i < 6; i++) {
      expected.set(i, i, eigen.values()[i]);
    }
    assertThat(worst(diagonal, expected)).isLessThan(1e-13);
    assertThat(worst(Blas.gram(eigen.vectors()), Matrix.identity(6))).isLessThan(1e-13);
  }

  @Test
  void choleskySolvesAndRejectsWhatIsNotPositiveDefinite() {
    Matrix s = Blas.gram(normal(random, 6, 9, 0, 1));
    Matrix b = normal(random, 6, 3, 0, 1);
    Cholesky cholesky = Cholesky.of(s);

    assertThat(worst(Blas.multiply(s, cholesky.solve(b)), b)).isLessThan(1e-12);
    assertThat(worst(Blas.gram(cholesky.lower()), s)).isLessThan(1e-14);
    assertThat(worst(cholesky.inverse(), cholesky.solve(Matrix.identity(6)))).isLessThan(1e-12);
    assertThat(worst(cholesky.inverseLower(), cholesky.solveLower(Matrix.identity(6))))
        .isLessThan(1e-12);
    assertThat(worst(cholesky.solveLowerTransposed(cholesky.solveLower(b)), cholesky.solve(b)))
        .isLessThan(1e-14);
    assertThatExceptionOfType(ArithmeticException.class)
        .isThrownBy(() -> Cholesky.of(Matrix.identity(3).scaleInPlace(-1)))
        .withMessageContaining("not positive definite");
  }

  @Test
  void productsAgreeWithTheirTransposes() {
    Matrix a = normal(random, 4, 6, 0, 1);
    Matrix b = normal(random, 6, 5, 0, 1);
    Matrix plain = Blas.multiply(a, b);

    assertThat(worst(Blas.transposedTimes(a.transpose(), b), plain)).isLessThan(1e-14);
    assertThat(worst(Blas.timesTransposed(a, b.transpose()), plain)).isLessThan(1e-14);
    assertThat(worst(Blas.transposedGram(a), Blas.gram(a.transpose()))).isLessThan(1e-14);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Blas.multiply(a, a))
        .withMessageContaining("inner sizes are 6 and 4");
  }

  @Test
  void oneThreadIsTheDefault() {
    assertThat(BlasThreads.get()).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> BlasThreads.set(0));
  }
}
