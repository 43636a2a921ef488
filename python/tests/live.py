"""python3 -m tests.live URL TOKEN COUNT: prints what arrives; for the build's own test."""

import sys

import gazeshift


def main() -> None:
    url, token, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    print("connecting", flush=True)
    for prediction in gazeshift.stream(url, camera="left", token=token):
        print(prediction.camera, prediction.frame, f"{prediction.yaw_deg:.3f}", flush=True)
        count -= 1
        if count == 0:
            return


if __name__ == "__main__":
    main()
