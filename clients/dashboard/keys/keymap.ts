import type { Messages } from '../i18n/main.ts';

/** Commands that have a key. */
export type Command =
  | 'next'
  | 'previous'
  | 'back'
  | 'reply'
  | 'note'
  | 'resolveNext'
  | 'snooze'
  | 'setOpen'
  | 'setInProgress'
  | 'setResolved'
  | 'assign'
  | 'label'
  | 'filter'
  | 'select'
  | 'extendNext'
  | 'extendPrevious'
  | 'left'
  | 'right'
  | 'moveLeft'
  | 'moveRight'
  | 'nextPin'
  | 'previousPin'
  | 'comment'
  | 'heat'
  | 'search'
  | 'help'
  // Snapshots and comparisons
  | 'compare'
  | 'capture'
  | 'nextChange'
  | 'previousChange'
  | 'sideBySide'
  | 'swipe'
  | 'onion'
  | 'difference'
  | 'panUp'
  | 'panDown'
  | 'pageUp'
  | 'pageDown'
  | 'fit'
  | 'actualSize'
  | 'zoomIn'
  | 'zoomOut'
  // Deployments
  | 'approve'
  | 'approveExplained'
  | 'rejectUnexplained'
  | 'reject'
  | 'undoReview';

/**
 * The one table of keys. All are single keys without Ctrl, Alt and Cmd, which browsers leave to
 * pages. `keys` are values of `KeyboardEvent.key`; arrows with Shift begin with `Shift+`. A key may
 * have several commands; a screen has one of them.
 */
export const KEYMAP: readonly { command: Command; keys: readonly string[] }[] = [
  { command: 'next', keys: ['j', 'ArrowDown'] },
  { command: 'previous', keys: ['k', 'ArrowUp'] },
  { command: 'back', keys: ['Escape'] },
  { command: 'reply', keys: ['r'] },
  { command: 'note', keys: ['i'] },
  { command: 'resolveNext', keys: ['e'] },
  { command: 'snooze', keys: ['z'] },
  { command: 'setOpen', keys: ['1'] },
  { command: 'setInProgress', keys: ['2'] },
  { command: 'setResolved', keys: ['3'] },
  { command: 'assign', keys: ['a'] },
  { command: 'label', keys: ['l'] },
  { command: 'filter', keys: ['f'] },
  { command: 'select', keys: ['x'] },
  { command: 'extendNext', keys: ['Shift+ArrowDown'] },
  { command: 'extendPrevious', keys: ['Shift+ArrowUp'] },
  { command: 'left', keys: ['ArrowLeft'] },
  { command: 'right', keys: ['ArrowRight'] },
  { command: 'moveLeft', keys: ['['] },
  { command: 'moveRight', keys: [']'] },
  { command: 'nextPin', keys: ['n'] },
  { command: 'previousPin', keys: ['p'] },
  { command: 'comment', keys: ['c'] },
  { command: 'heat', keys: ['h'] },
  { command: 'search', keys: ['/'] },
  { command: 'help', keys: ['?'] },
  { command: 'compare', keys: ['c'] },
  { command: 'capture', keys: ['n'] },
  { command: 'nextChange', keys: ['n', 'j'] },
  { command: 'previousChange', keys: ['p', 'k'] },
  { command: 'sideBySide', keys: ['s'] },
  { command: 'swipe', keys: ['w'] },
  { command: 'onion', keys: ['o'] },
  { command: 'difference', keys: ['d'] },
  { command: 'panUp', keys: ['ArrowUp'] },
  { command: 'panDown', keys: ['ArrowDown'] },
  { command: 'pageUp', keys: ['PageUp'] },
  { command: 'pageDown', keys: ['PageDown'] },
  { command: 'fit', keys: ['0'] },
  { command: 'actualSize', keys: ['1'] },
  { command: 'zoomIn', keys: ['+', '='] },
  { command: 'zoomOut', keys: ['-'] },
  { command: 'approve', keys: ['y'] },
  { command: 'approveExplained', keys: ['Y'] },
  { command: 'reject', keys: ['m'] },
  { command: 'rejectUnexplained', keys: ['M'] },
  { command: 'undoReview', keys: ['u'] },
];

/** Screens, each with the key that leads to it after G. */
export const SCREEN_KEYS = [
  ['i', 'inbox'],
  ['c', 'comments'],
  ['b', 'board'],
  ['p', 'pages'],
  ['s', 'snapshots'],
  ['d', 'deployments'],
] as const;

/** Keys of a screen as readers see them. */
export const screenKeys = (key: string): string => `G ${key.toUpperCase()}`;

/** Names of the commands that the menu of commands offers. */
export const commandNames = (messages: Messages): Partial<Record<Command, string>> => ({
  reply: messages.keyReply,
  note: messages.keyNote,
  resolveNext: messages.keyResolve,
  snooze: messages.snooze,
  setOpen: messages.open,
  setInProgress: messages.in_progress,
  setResolved: messages.resolved,
  assign: messages.keyAssign,
  label: messages.keyLabel,
  select: messages.keySelect,
  comment: messages.keyComment,
  heat: messages.keyHeat,
  filter: messages.keyFilter,
  search: messages.keySearch,
  help: messages.keyboard,
});

/** Rows of the list of shortcuts. */
export const helpRows = (messages: Messages): readonly (readonly [keys: readonly string[], text: string])[] => [
  [['J', '↓'], messages.keyNext],
  [['K', '↑'], messages.keyPrevious],
  [['Enter'], messages.keyOpen],
  [['Esc'], messages.keyBack],
  [['R'], messages.keyReply],
  [['I'], messages.keyNote],
  [['E'], messages.keyResolve],
  [['Z'], messages.snooze],
  [['1', '2', '3'], messages.keyStatus],
  [['A'], messages.keyAssign],
  [['L'], messages.keyLabel],
  [['X'], messages.keySelect],
  [['Shift + ↓', 'Shift + ↑'], messages.keyExtend],
  [['[', ']'], messages.keyMoveColumn],
  [['Shift + ↓', 'Shift + ↑'], messages.keyMovePlace],
  [['N', 'P'], messages.keyPins],
  [['C'], messages.keyComment],
  [['H'], messages.keyHeat],
  [['[', ']'], messages.keyWidths],
  [['F'], messages.keyFilter],
  [['/'], messages.keySearch],
  [['Ctrl + Enter'], messages.keySend],
  [['C', 'N'], messages.keySnapshots],
  [['S', 'W', 'O', 'D'], messages.keyModes],
  [['←', '→'], messages.keyOneSide],
  [['N', 'P'], messages.keyChange],
  [['0', '1', '+', '−'], messages.keyZoom],
  [['Y', 'M', 'U', 'Shift + Y', 'Shift + M'], messages.keyReview],
  ...SCREEN_KEYS.map(([key, screen]) => [[screenKeys(key)], messages[screen]] as const),
  [['Ctrl + K'], messages.commands],
  [['?'], messages.keyHelp],
];
