"""python3 -m tests.live_kafka BOOTSTRAP CAMERA GROUP COUNT: for the build's own test."""

import sys

import gazeshift


def main() -> None:
    bootstrap, camera, group, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    records = gazeshift.kafka(
        bootstrap,
        kind="prediction" if group else ["prediction", "event"],
        camera=camera,
        group=group or None,
        start="earliest",
    )
    for record in records:
        if isinstance(record, gazeshift.Prediction):
            print(record.camera, record.frame, f"{record.yaw_deg:.3f}", record.sigma, flush=True)
        else:
            print(record.camera, record.kind, record.target, f"{record.seconds:.3f}", flush=True)
        count -= 1
        if count == 0:
            # Its record is not handled: in a group it comes again.
            records.close()
            return


if __name__ == "__main__":
    main()
