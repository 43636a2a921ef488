"""Serves an H.264 film by RTSP on loopback: rtsp_server.py PORT FILM [USER:PASSWORD].

Says 'ready' when it does. The film is at /film.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
port, film = sys.argv[1], sys.argv[2]

factory = GstRtspServer.RTSPMediaFactory()
factory.set_launch(
    f"( filesrc location={film} ! qtdemux ! h264parse ! rtph264pay name=pay0 config-interval=-1 )"
)
server = GstRtspServer.RTSPServer()
server.set_address("127.0.0.1")
server.set_service(port)
server.get_mount_points().add_factory("/film", factory)

if len(sys.argv) > 3:
    viewer = Gst.Structure.new_empty("viewer")
    for permission in ("media.factory.access", "media.factory.construct"):
        viewer.set_value(permission, True)
    factory.add_role_from_structure(viewer)
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", "viewer")
    auth = GstRtspServer.RTSPAuth()
    auth.add_basic(GstRtspServer.RTSPAuth.make_basic(*sys.argv[3].split(":")), token)
    server.set_auth(auth)

if server.attach(None) == 0:
    sys.exit(f"port {port} is taken")
print("ready", flush=True)
GLib.MainLoop().run()
