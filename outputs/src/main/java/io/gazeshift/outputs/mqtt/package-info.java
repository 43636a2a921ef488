/** Messages of an MQTT broker, for vehicles and gateways. */
@NullMarked
package io.gazeshift.outputs.mqtt;

import org.jspecify.annotations.NullMarked;
