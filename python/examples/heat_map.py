"""A live heat map of the gaze: python3 heat_map.py http://localhost:9464 [camera]

Needs matplotlib. Close the window to end it.
"""

import sys
import threading

import matplotlib.pyplot as plt

import gazeshift

pitches, yaws = [], []


def read(url: str, camera: str) -> None:
    for prediction in gazeshift.stream(url, camera=camera or None):
        if isinstance(prediction, gazeshift.Prediction):
            pitches.append(prediction.pitch_deg)
            yaws.append(prediction.yaw_deg)


def main() -> None:
    url = sys.argv[1] if len(sys.argv) > 1 else "http://localhost:9464"
    camera = sys.argv[2] if len(sys.argv) > 2 else ""
    threading.Thread(target=read, args=(url, camera), daemon=True).start()
    figure, axes = plt.subplots()
    while plt.fignum_exists(figure.number):
        axes.clear()
        seen = min(len(pitches), len(yaws))
        axes.hist2d(yaws[:seen], pitches[:seen], bins=40, range=[[-60, 60], [-40, 40]])
        # As the camera sees it: the image's left is a yaw above 0.
        axes.invert_xaxis()
        axes.set(xlabel="yaw (degrees)", ylabel="pitch (degrees)", title=f"{seen} predictions")
        plt.pause(0.5)


if __name__ == "__main__":
    main()
