package io.gazeshift.ingest.synthetic;

/** What a sensor makes of colours. */
public enum Look {
  /** As people see. */
  COLOUR {
    @Override
    Colour seen(Colour paint) {
      return paint;
    }
  },

  /** As people see, without colour. */
  GRAY {
    @Override
    Colour seen(Colour paint) {
      return Colour.grey(paint.luminance());
    }
  },

  /**
   * Near infrared, about 900 nm: melanin hardly absorbs there, so that skins, hair and dark irises
   * are all lighter and closer to each other.
   */
  IR {
    @Override
    Colour seen(Colour paint) {
      double deep = 0.85 * paint.red() + 0.15 * paint.green();
      return Colour.grey(0.015 + 0.7 * Math.pow(deep, 0.65));
    }
  };

  abstract Colour seen(Colour paint);
}
