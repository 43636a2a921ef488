package io.gazeshift.daemon.page;

import io.gazeshift.common.UserError;

/** Something that whoever has the token may have done. */
interface AdminAction {

  /**
   * Does it and says what came of it.
   *
   * @throws UserError where it cannot be
   */
  String on(AdminOrder order);
}
