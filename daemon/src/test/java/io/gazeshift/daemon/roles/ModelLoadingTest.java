package io.gazeshift.daemon.roles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.backbone.engine.BackboneOptions;
import io.gazeshift.common.UserError;
import io.gazeshift.common.process.NativeThread;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelLoadingTest {

  private static final BackboneOptions CPU = new BackboneOptions("cpu", 1);
  private static final Path STUDIO = Path.of("studio");

  @Test
  void theModelIsOpenWhenItIsWaitedFor() throws Exception {
    try (ModelLoading loading = new ModelLoading(STUDIO, CPU)) {
      ModelLoading.Loaded loaded = loading.await();

      assertThat(loaded.model().name()).contains("studio");
      assertThat(loaded.backbone().fingerprint()).isNotEmpty();
      assertThat(loading.await()).isSameAs(loaded);
    }
  }

  @Test
  void aModelThatCannotBeOpenedIsReportedToTheOneWhoWaits(@TempDir Path empty) throws Exception {
    try (ModelLoading loading = new ModelLoading(empty, CPU)) {
      assertThatThrownBy(loading::await).isInstanceOf(UserError.class);
    }
  }

  /** As by a signal during the start. */
  @Test
  void closingWaitsForAModelThatIsStillLoading() throws Exception {
    new ModelLoading(STUDIO, CPU).close();

    assertThat(NativeThread.alive()).doesNotContain("model-loading");
  }
}
