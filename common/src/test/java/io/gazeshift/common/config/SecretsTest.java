package io.gazeshift.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.keystore.password",
        "ssl.key.password",
        "ssl.keystore.key",
        "sasl.jaas.config",
        "sasl.oauthbearer.client.credentials.client.secret",
        "MY.PASSWORD"
      })
  void namesOfSecretsAreKnown(String name) {
    assertThat(Secrets.isSecretName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ssl.keystore.location",
        "ssl.keystore.type",
        "ssl.keymanager.algorithm",
        "sasl.oauthbearer.token.endpoint.url",
        "security.protocol",
        "linger.ms"
      })
  void namesAboutSecretsAreNoSecrets(String name) {
    assertThat(Secrets.isSecretName(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "rtsp://u:p@host/x,rtsp://********@host/x",
    "rtsp://u:p@ss/w@rd@host:1/x,rtsp://********@host:1/x",
    "rtsp://host/x,rtsp://host/x",
    "http://host/v?user=admin&pwd=x1&size=2,http://host/v?user=admin&pwd=********&size=2",
    "http://host/v?access_token=x1#verify=false,http://host/v?access_token=********#verify=false",
    "synthetic:studio,synthetic:studio"
  })
  void anAddressIsShownWithoutItsUser(String text, String shown) {
    assertThat(Secrets.withoutUserInfo(text)).isEqualTo(shown);
  }
}
