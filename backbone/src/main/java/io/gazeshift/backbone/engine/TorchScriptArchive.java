package io.gazeshift.backbone.engine;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.apache.commons.compress.utils.SeekableInMemoryByteChannel;

/**
 * What a TorchScript archive says of itself: the signature of its {@code forward}, and how many
 * bytes of weights it holds.
 */
record TorchScriptArchive(List<String> inputs, String output, long weightBytes) {

  private static final String UNKNOWN = "unknown";

  /** Code has kilobytes; what unpacks to more than this is no code. */
  private static final int MAX_TEXT_BYTES = 16 << 20;

  private static final Pattern CODE = Pattern.compile("[^/]+/code/__torch__(/.+)?\\.py");

  private static final Pattern WEIGHTS = Pattern.compile("[^/]+/(data|constants|tensors)/\\d+");
  private static final Pattern FORWARD =
      Pattern.compile("def forward\\(self: ([\\w.]+),\\s*([^)]*)\\) -> ([^\\n]+):\\n");
  private static final Pattern ROOT_CLASS = Pattern.compile("c(__torch__[\\w.]*)\\n(\\w+)\\n");

  /** Reads an archive; {@code source} names it in messages. */
  static TorchScriptArchive of(byte[] bytes, String source) {
    StringBuilder code = new StringBuilder();
    String rootClass = "";
    boolean pickled = false;
    long weightBytes = 0;
    try (ZipFile zip =
        ZipFile.builder()
            .setSeekableByteChannel(new SeekableInMemoryByteChannel(bytes))
            .setIgnoreLocalFileHeader(true)
            .get()) {
      for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
        String name = entry.getName();
        if (CODE.matcher(name).matches()) {
          code.append(text(zip, entry));
        } else if (name.endsWith("/data.pkl")) {
          pickled = true;
          rootClass = rootClass(text(zip, entry));
        } else if (WEIGHTS.matcher(name).matches()) {
          weightBytes += entry.getSize();
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new UserError(
          "%s: the TorchScript archive is damaged: %s; download or export it again"
              .formatted(source, e.getMessage()),
          e);
    }
    if (code.isEmpty()) {
      throw new UserError(
          source
              + (pickled
                  ? ": contains weights without a network, as torch.save writes them; save the"
                      + " network itself with torch.jit.trace(network, example).save(...)"
                  : ": is an archive, but not TorchScript; save the network with"
                      + " torch.jit.trace(network, example).save(...)"));
    }
    return forward(code, rootClass, weightBytes);
  }

  private static TorchScriptArchive forward(CharSequence code, String rootClass, long weightBytes) {
    Matcher forward = FORWARD.matcher(code);
    while (forward.find()) {
      if (forward.group(1).equals(rootClass)) {
        List<String> inputs = new ArrayList<>();
        for (String input : forward.group(2).split(",\\s*", -1)) {
          inputs.add(input.strip());
        }
        return new TorchScriptArchive(List.copyOf(inputs), forward.group(3).strip(), weightBytes);
      }
    }
    return new TorchScriptArchive(List.of(UNKNOWN), UNKNOWN, weightBytes);
  }

  /** A pickle names the class of its outermost object first. */
  private static String rootClass(String pickle) {
    Matcher matcher = ROOT_CLASS.matcher(pickle);
    return matcher.find() ? matcher.group(1) + "." + matcher.group(2) : "";
  }

  private static String text(ZipFile zip, ZipArchiveEntry entry) throws IOException {
    try (InputStream in = zip.getInputStream(entry)) {
      return new String(in.readNBytes(MAX_TEXT_BYTES), StandardCharsets.ISO_8859_1);
    }
  }
}
