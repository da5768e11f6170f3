/** Messages about pairing agents and sharing logins. */

export const NO_CODE = 'This is not a pairing code. One has 16 letters and digits, such as 7K2M-X9TQ-4HFD-8WPA.';
export const NO_PAIRING =
  'No agent is showing this code, or it has expired. Show a new code on the other agent, and enter it here.';
export const OWN_CODE = 'This is the code of this agent. Enter it on the other one.';
export const CODE_TAKEN = 'Another agent answered this code first. Show a new code, and enter it here.';
export const CODE_OVER = 'This code has expired. Show a new one.';
export const TOO_MANY =
  'The code was entered incorrectly five times, so it is no longer valid. Show a new one. If that was not you, someone else can write to your workspace.';
export const NOT_COMPARED = 'There are no words to confirm. Show a code, and enter it on the other agent.';
export const OTHER_WORDS = 'The words shown have changed. Compare them again.';
export const ENDED_THERE = 'The pairing was ended on the other agent. Show a new code there.';
export const NO_FINDER = 'No code could be created. Try again.';

export const NOT_PAIRED = 'This agent is not paired with the one you chose. Pair them first, in Settings, Agents.';
export const NOT_POSTING_HERE =
  'Another agent posts to this account. Share its login from there, so that it is the latest one.';
export const ONLY_HOLDER = 'No other agent holds this login. Disconnect the account instead.';
export const NOT_HELD = 'That agent does not hold this login.';
export const LOGIN_UNREADABLE = 'The login of this account cannot be read on this machine. Connect the account again.';
export const SHARED_MEANWHILE = 'The login was renewed at the same moment. Try again.';
export const LOGIN_TOO_LONG = 'The login of this account is too long to be shared.';
