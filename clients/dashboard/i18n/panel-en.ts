const EN = {
  logInTitle: 'Comments of this site',
  logInHint: 'Members read, answer and resolve comments here. The log-in opens in a window of {service}.',
  waiting: 'Continue in the window that opened.',
  noWindow:
    'The window did not open, or this page keeps it apart. Open the log-in in a new tab, and type the code that it shows.',
  openTab: 'Open the log-in in a tab',
  code: 'Code',
  useCode: 'Use the code',
  insecure: 'The panel needs HTTPS. Open this page over HTTPS, or use the dashboard.',
  thisPage: 'This page',
  wholeProject: 'All pages',
  scope: 'Comments of',
  dock: 'Dock or float',
  close: 'Close the panel',
  logOut: 'Log out of the panel',
  covered:
    'Something on this page covers the panel, or the change was not made by a click in it. Uncover it and try again.',
  showPin: 'Show on the page',
  showCandidate: 'Show where it may be',
  nextCandidate: 'Show another place',
  movePin: 'Move the pin',
  choosing: 'Choose the element on the page.',
  moveTo: 'Move the pin to this element?',
  moved: 'The pin is moved.',
  noAccess: 'You have no access to this project',
  noAccessHint: 'Ask an admin of the organization, or log in with another account.',
  connectTitle: 'Open the panel',
  connectHint: 'On pages of {origin}, the panel will read comments, reply and triage in your name.',
  continueAs: 'Continue as {name}',
  otherAccount: 'Use another account',
  incomplete: 'This address is incomplete. Open the log-in from the panel again.',
  typeCode: 'Type this code into the panel on {origin}',
  typeCodeHint: 'It works once, within 5 minutes. Give it to nobody: it opens your account’s comments.',
  done: 'You can close this window.',
  noReaction: 'The panel does not react? Show a code to type',
};

export type PanelTexts = Record<keyof typeof EN, string>;

export default EN satisfies PanelTexts;
