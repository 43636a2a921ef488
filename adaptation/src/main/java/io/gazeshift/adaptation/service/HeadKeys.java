package io.gazeshift.adaptation.service;

import io.gazeshift.inference.keys.HeadSigner;
import io.gazeshift.inference.keys.TrustedKeys;
import java.util.Optional;

/**
 * The keys of heads.
 *
 * @param trusted whose heads may be adapted further
 * @param signer signs published heads; without one they are not signed
 */
public record HeadKeys(TrustedKeys trusted, Optional<HeadSigner> signer) {}
