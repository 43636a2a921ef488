package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.UserError;
import io.gazeshift.common.config.BaseDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;

/** The real face models: those of this user, or fetched by npm into the build directory. */
public final class RealModels {

  private RealModels() {}

  /** Skips the test, and says why, where they cannot be had. */
  public static FaceModels orSkip() {
    Assumptions.assumeTrue(Once.PROBLEM == null, () -> "no face models: " + Once.PROBLEM);
    return Once.MODELS;
  }

  private static final class Once {
    static final FaceModels MODELS;
    static final String PROBLEM;

    static {
      FaceModels ofUser =
          new FaceModels(BaseDirectories.cache(System.getenv()).resolve("gazeshift/faces"));
      boolean complete = Arrays.stream(FaceModel.values()).allMatch(ofUser::has);
      MODELS = complete ? ofUser : new FaceModels(Path.of("target/face-models"));
      PROBLEM = complete ? null : fetch(MODELS);
    }

    private static String fetch(FaceModels into) {
      try {
        ModelFetch.byNpm().into(into, done -> {});
        return null;
      } catch (UserError | IOException e) {
        return e.getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "interrupted";
      }
    }
  }
}
