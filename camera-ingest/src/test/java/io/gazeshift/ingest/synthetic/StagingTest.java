package io.gazeshift.ingest.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gazeshift.common.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StagingTest {

  @Test
  void aNameAloneIsTheSceneAsItIs() {
    assertThat(Staging.parse("vehicle")).isEqualTo(Staging.of(SyntheticScene.VEHICLE));
  }

  @Test
  void knobsChangeWhatTheyName() {
    SyntheticScene scene =
        Staging.parse(
                "lab?light=left,0.3&noise=5&blur=1&exposure=2&look=ir&person=7&glasses=true"
                    + "&gaze=-15..5,-20..20&seed=3")
            .scene();

    assertThat(scene.light().level()).isEqualTo(Range.only(0.3));
    assertThat(scene.light().lamps().get(0).azimuthDeg()).isEqualTo(Range.only(-65));
    assertThat(scene.light().lamps().get(1)).isEqualTo(SyntheticScene.LAB.light().lamps().get(1));
    assertThat(scene.sensor()).isEqualTo(new Sensor(5, 1, 2, Look.IR));
    assertThat(scene.people().only()).hasValue(7);
    assertThat(scene.people().glasses()).contains(true);
    assertThat(scene.gaze())
        .isEqualTo(
            new SceneGaze.Field(new Range(-15, 5), new Range(-20, 20), new Range(450, 1500)));
  }

  @Test
  void changesFollowEachOther() {
    Staging staging = Staging.parse("lab?seed=9&change=60s:light=0.5;2m:person=4");

    assertThat(staging.seed()).hasValue(9);
    assertThat(staging.at(59.9)).isEqualTo(SyntheticScene.LAB);
    assertThat(staging.at(60).light().level()).isEqualTo(Range.only(0.5));
    assertThat(staging.at(60).people()).isEqualTo(People.ONE);
    assertThat(staging.at(121).light().level()).isEqualTo(Range.only(0.5));
    assertThat(staging.at(121).people().only()).hasValue(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          beach                       | has an unknown scene 'beach'; use one of lab, studio, vehicle
          vehicel                     | (perhaps vehicle)
          lab?lihgt=1                 | has an unknown option 'lihgt'; perhaps light=...
          lab?light=dark              | has light=dark; expected one of left, right, above, below, front, or a number from 0.01 to 10, or both
          lab?noise=-1                | has noise=-1, which is not a number from 0 to 50
          lab?look=sepia              | has look=sepia, which is not one of colour, gray, ir
          lab?gaze=5                  | has gaze=5; expected two ranges of degrees within 60
          lab?gaze=5..-5,0..1         | expected two ranges
          lab?gaze=0..90,0..1         | expected two ranges
          lab?change=light=left       | has change=light=left; expected a time and a setting, for example 120s:light=left
          lab?change=9s:seed=1        | has an unknown option 'seed'
          lab?change=9s:light=x       | has light=x
          """)
  void whatIsNotKnownIsRejected(String text, String why) {
    assertThatThrownBy(() -> Staging.parse(text))
        .isInstanceOf(UserError.class)
        .hasMessageContaining(why);
  }
}
