import type { PinMessages } from '../messages.ts';

const FR: PinMessages = {
  list: 'Commentaires sur cette page : {n}',
  listFailed: 'Impossible de charger les commentaires',
  pin: 'Commentaire {n}, {status}, réponses : {m} : {text}',
  cluster: '{n} commentaires rapprochés',
  answered: 'Nouvelle réponse',
  waitingRow: 'Pas encore envoyé',
  open: 'Ouvert',
  in_progress: 'En cours',
  resolved: 'Résolu',
};

export default FR;
