package io.gazeshift.inference.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.gazeshift.common.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Set;

/** A key pair in two files of a directory; the private one only its owner may read. */
public record KeyFiles(Path privateKey, Path publicKey) {

  public static final String PRIVATE_NAME = "gazeshift.key.pem";
  public static final String PUBLIC_NAME = "gazeshift.pub.pem";

  /** Makes a pair; files that are there already are left alone and named in the complaint. */
  public static KeyFiles generate(Path directory, SecureRandom random) {
    KeyFiles files = new KeyFiles(directory.resolve(PRIVATE_NAME), directory.resolve(PUBLIC_NAME));
    try {
      Files.createDirectories(directory);
      if (Files.exists(files.publicKey)) {
        throw new FileAlreadyExistsException(files.publicKey.toString());
      }
      KeyPair pair = newPair(random);
      write(files.privateKey, Pem.of(pair.getPrivate()), "rw-------");
      write(files.publicKey, Pem.of(pair.getPublic()), "rw-r--r--");
      return files;
    } catch (FileAlreadyExistsException e) {
      throw new UserError(
          "%s: already exists, and keys are never overwritten; choose another directory"
              .formatted(e.getFile()),
          e);
    } catch (IOException e) {
      throw new UserError("%s: cannot write the file: %s".formatted(directory, e.getMessage()), e);
    }
  }

  private static KeyPair newPair(SecureRandom random) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(Pem.ALGORITHM);
      generator.initialize(255, random);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java supports Ed25519 since version 15", e);
    }
  }

  /** The file is never there with wider rights, not for a moment. */
  private static void write(Path file, String text, String permissions) throws IOException {
    FileAttribute<?>[] attributes =
        FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
            }
            : new FileAttribute<?>[0];
    try (SeekableByteChannel channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), attributes)) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(US_ASCII));
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
