#!/bin/sh
# Puts together a Python with numpy and cv2 from Maven Central, where PyPI cannot be reached:
#   python_with_cv2.sh DIR
# then: gazeshift bench ingest --python DIR/python
# Needs mvn and unzip. Linux on x86-64; cv2 is of the same OpenCV build that Gazeshift uses.
set -eu

[ $# -eq 1 ] || { echo "usage: $0 DIR" >&2; exit 2; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
platform=linux-x86_64

for artifact in cpython:3.14.3-1.5.13 numpy:2.4.2-1.5.13 opencv:4.13.0-1.5.13 openblas:0.3.31-1.5.13
do
  mvn -B -q dependency:copy -Dartifact="org.bytedeco:$artifact:jar:$platform" \
    -DoutputDirectory="$dir/jars"
done
for jar in "$dir"/jars/*.jar; do
  unzip -q -o "$jar" 'org/bytedeco/*' -x '*/include/*' -d "$dir"
done

root=$dir/org/bytedeco
chmod +x "$root/cpython/$platform/python3.14"
cat > "$dir/python" <<END
#!/bin/sh
export PYTHONHOME=$root/cpython/$platform
export PYTHONPATH=$root/numpy/$platform/python:$root/opencv/$platform/python
export LD_LIBRARY_PATH=$root/cpython/$platform:$root/cpython/$platform/lib
export LD_LIBRARY_PATH=\$LD_LIBRARY_PATH:$root/opencv/$platform:$root/openblas/$platform
exec $root/cpython/$platform/python3.14 "\$@"
END
chmod +x "$dir/python"
"$dir/python" -c 'import cv2; print("cv2", cv2.__version__)'
