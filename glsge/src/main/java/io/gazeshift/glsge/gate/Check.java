package io.gazeshift.glsge.gate;

/** One thing a candidate must satisfy. */
interface Check {

  GateCheck judge(Evidence evidence);
}
