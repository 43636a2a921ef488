package io.gazeshift.glsge.gate;

/** One thing a candidate must satisfy. */
interface CandidateCheck {

  GateCheck judge(Evidence evidence);
}
