package io.gazeshift.daemon.page;

import io.gazeshift.common.UserError;

/** An action that requires the admin token. */
interface AdminAction {

  /**
   * Performs the action and returns its result as a sentence.
   *
   * @throws UserError if it cannot be performed
   */
  String on(AdminOrder order);
}
