package io.gazeshift.ingest.locate.mesh;

import io.gazeshift.ingest.locate.FaceBox;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The faces of one camera from frame to frame, and their numbers. A face keeps its number while it
 * is followed; one that is lost and found again in the same frame keeps it too; any other takes the
 * lowest that is free.
 */
final class FaceTracks {

  /** A face and its number. */
  record Track(int index, MeshFace face) {

    FaceBox box() {
      return face.landmarks().box();
    }
  }

  /** Two boxes that cover each other by more than this show one face. */
  private static final double SAME_FACE = 0.3;

  private final int max;
  private List<Track> tracks = new ArrayList<>();
  private List<Track> lost = new ArrayList<>();

  FaceTracks(int max) {
    this.max = max;
  }

  /** Takes each face to the next frame, or loses it. The older of two that have met stays. */
  void advance(Function<MeshFace, Optional<MeshFace>> follow) {
    List<Track> before = tracks;
    tracks = new ArrayList<>();
    lost = new ArrayList<>();
    for (Track track : before) {
      Optional<MeshFace> next = follow.apply(track.face());
      if (next.isEmpty()) {
        lost.add(track);
      } else if (!covers(next.get().landmarks().box())) {
        tracks.add(new Track(track.index(), next.get()));
      }
    }
  }

  /** Adds a face that is new in this frame, unless it is followed already or there are enough. */
  void add(MeshFace face) {
    FaceBox box = face.landmarks().box();
    if (!isFull() && !covers(box)) {
      tracks.add(new Track(indexFor(box), face));
    }
  }

  private int indexFor(FaceBox box) {
    for (Track track : lost) {
      if (same(track.box(), box) && isFree(track.index())) {
        return track.index();
      }
    }
    return IntStream.range(0, max).filter(this::isFree).findFirst().orElseThrow();
  }

  private boolean isFree(int index) {
    return tracks.stream().noneMatch(track -> track.index() == index);
  }

  /** Whether what is seen here is followed already. */
  boolean covers(FaceBox box) {
    return tracks.stream().anyMatch(track -> same(track.box(), box));
  }

  private static boolean same(FaceBox one, FaceBox other) {
    return one.overlap(other) > SAME_FACE;
  }

  boolean isFull() {
    return tracks.size() >= max;
  }

  boolean isEmpty() {
    return tracks.isEmpty();
  }

  /** Whether a face was lost on the way to this frame. */
  boolean hasLost() {
    return !lost.isEmpty();
  }

  /** The oldest first. */
  List<Track> all() {
    return List.copyOf(tracks);
  }
}
