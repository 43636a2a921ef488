"""A live heat map of the gaze: python3 heat_map.py [http://localhost:9464] [--camera lab]

Needs matplotlib. Close the window to end it. On a machine without a screen, --out FILE writes a
picture after --seconds instead.
"""

import argparse
import threading
import time

import matplotlib.pyplot as plt

import gazeshift


def read(url, camera, seen):
    for prediction in gazeshift.stream(url, camera=camera):
        if isinstance(prediction, gazeshift.Prediction):
            seen.append((prediction.yaw_deg, prediction.pitch_deg))


def draw(axes, seen):
    axes.clear()
    yaws, pitches = zip(*seen) if seen else ((), ())
    axes.hist2d(yaws, pitches, bins=40, range=[[-60, 60], [-40, 40]])
    # As the camera sees it: the image's left is a yaw above 0.
    axes.invert_xaxis()
    axes.set(xlabel="yaw (degrees)", ylabel="pitch (degrees)", title=f"{len(seen)} predictions")


def main():
    arguments = argparse.ArgumentParser(description="A live heat map of the gaze.")
    arguments.add_argument("url", nargs="?", default="http://localhost:9464")
    arguments.add_argument("--camera", help="only this one")
    arguments.add_argument("--out", metavar="FILE", help="write a picture instead of a window")
    arguments.add_argument("--seconds", type=float, default=10, help="before it is written")
    given = arguments.parse_args()

    seen = []
    threading.Thread(target=read, args=(given.url, given.camera, seen), daemon=True).start()
    if given.out:
        plt.switch_backend("Agg")
    figure, axes = plt.subplots()
    if given.out:
        time.sleep(given.seconds)
        draw(axes, list(seen))
        figure.savefig(given.out)
        print(f"{len(seen)} predictions, {given.out}")
        return
    while plt.fignum_exists(figure.number):
        draw(axes, list(seen))
        plt.pause(0.5)


if __name__ == "__main__":
    main()
