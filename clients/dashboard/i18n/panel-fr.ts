import type { PanelTexts } from './panel-en.ts';

export default {
  logInTitle: 'Commentaires de ce site',
  logInHint: 'Les membres lisent, commentent et résolvent ici. La connexion s’ouvre dans une fenêtre de {service}.',
  waiting: 'Continuez dans la fenêtre qui s’est ouverte.',
  noWindow:
    'La fenêtre ne s’est pas ouverte, ou cette page l’isole. Ouvrez la connexion dans un nouvel onglet et saisissez le code affiché.',
  openTab: 'Ouvrir la connexion dans un onglet',
  code: 'Code',
  useCode: 'Utiliser le code',
  insecure: 'Le panneau a besoin de HTTPS. Ouvrez cette page en HTTPS ou utilisez le tableau de bord.',
  thisPage: 'Cette page',
  wholeProject: 'Toutes les pages',
  scope: 'Commentaires de',
  dock: 'Ancrer ou détacher',
  close: 'Fermer le panneau',
  logOut: 'Se déconnecter du panneau',
  covered:
    'Un élément de la page recouvre le panneau, ou la modification ne vient pas d’un clic dans celui-ci. Dégagez-le et réessayez.',
  showPin: 'Montrer sur la page',
  movePin: 'Déplacer l’épingle',
  choosing: 'Choisissez l’élément sur la page.',
  moveTo: 'Déplacer l’épingle vers cet élément ?',
  moved: 'L’épingle est déplacée.',
  noAccess: 'Vous n’avez pas accès à ce projet',
  noAccessHint: 'Demandez à un admin de l’organisation ou connectez-vous avec un autre compte.',
  connectTitle: 'Ouvrir le panneau',
  connectHint: 'Sur les pages de {origin}, le panneau lira les commentaires, répondra et triera en votre nom.',
  continueAs: 'Continuer en tant que {name}',
  otherAccount: 'Utiliser un autre compte',
  incomplete: 'Cette adresse est incomplète. Rouvrez la connexion depuis le panneau.',
  typeCode: 'Saisissez ce code dans le panneau sur {origin}',
  typeCodeHint:
    'Il fonctionne une fois, pendant 5 minutes. Ne le donnez à personne : il ouvre les commentaires de votre compte.',
  done: 'Vous pouvez fermer cette fenêtre.',
  noReaction: 'Le panneau ne réagit pas ? Afficher un code à saisir',
} satisfies PanelTexts;
