import type { PinMessages } from '../messages.ts';

const DE: PinMessages = {
  list: 'Kommentare auf dieser Seite: {n}',
  listFailed: 'Kommentare konnten nicht geladen werden',
  pin: 'Kommentar {n}, {status}, Antworten: {m}: {text}',
  cluster: '{n} Kommentare dicht beieinander',
  answered: 'Neue Antwort',
  waitingRow: 'Noch nicht gesendet',
  open: 'Offen',
  in_progress: 'In Arbeit',
  resolved: 'Erledigt',
};

export default DE;
