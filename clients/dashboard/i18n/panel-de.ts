import type { PanelTexts } from './panel-en.ts';

export default {
  logInTitle: 'Kommentare dieser Website',
  logInHint:
    'Mitglieder lesen, beantworten und erledigen hier Kommentare. Zum Anmelden öffnet sich ein Fenster von {service}.',
  waiting: 'Weiter geht es im Fenster, das sich geöffnet hat.',
  noWindow:
    'Das Fenster hat sich nicht geöffnet, oder diese Seite trennt es ab. Öffne die Anmeldung in einem neuen Tab und gib den angezeigten Code ein.',
  openTab: 'Anmeldung in einem Tab öffnen',
  code: 'Code',
  useCode: 'Code verwenden',
  insecure: 'Die Leiste braucht HTTPS. Öffne diese Seite über HTTPS oder verwende das Dashboard.',
  thisPage: 'Diese Seite',
  wholeProject: 'Alle Seiten',
  scope: 'Kommentare von',
  dock: 'Andocken oder lösen',
  close: 'Leiste schließen',
  logOut: 'Von der Leiste abmelden',
  covered:
    'Etwas auf dieser Seite verdeckt die Leiste, oder die Änderung kam nicht von einem Klick in ihr. Lege sie frei und versuche es noch einmal.',
  showPin: 'Auf der Seite zeigen',
  movePin: 'Pin verschieben',
  choosing: 'Wähle das Element auf der Seite.',
  moveTo: 'Den Pin an dieses Element verschieben?',
  moved: 'Der Pin ist verschoben.',
  noAccess: 'Du hast keinen Zugriff auf dieses Projekt',
  noAccessHint: 'Frage einen Admin der Organisation, oder melde dich mit einem anderen Konto an.',
  connectTitle: 'Leiste öffnen',
  connectHint: 'Auf Seiten von {origin} liest die Leiste Kommentare und antwortet und sortiert in deinem Namen.',
  continueAs: 'Weiter als {name}',
  otherAccount: 'Anderes Konto verwenden',
  incomplete: 'Diese Adresse ist unvollständig. Öffne die Anmeldung noch einmal von der Leiste aus.',
  typeCode: 'Gib diesen Code in der Leiste auf {origin} ein',
  typeCodeHint: 'Er gilt einmal, 5 Minuten lang. Gib ihn niemandem: Er öffnet die Kommentare deines Kontos.',
  done: 'Du kannst dieses Fenster schließen.',
  noReaction: 'Die Leiste reagiert nicht? Code zum Eintippen zeigen',
} satisfies PanelTexts;
