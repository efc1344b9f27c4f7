import { describe, expect, test } from 'vitest';
import { effectOf } from './change-effect.ts';
import { evidenceOf } from './evidence.ts';
import type { ElementNames } from './is-explained.ts';
import { effect, type Look, pin } from './sample-looks.ts';

const colored = (color: string): Look => ({ styles: { color } });
const surface = (backgroundColor: string): Look => ({ styles: { backgroundColor } });
const LOOKS = {
  LARGER: { styles: { fontSize: '18px' } },
  SMALLER: { styles: { fontSize: '11px' } },
  BOLD: { styles: { fontWeight: '700' } },
  RED: colored('rgb(200, 0, 0)'),
  BLUE: colored('rgb(0, 60, 200)'),
  NAVY: colored('rgb(0, 0, 128)'),
  DARKER: colored('rgb(51, 51, 51)'),
  GREEN: surface('rgb(0, 150, 60)'),
  ORANGE: surface('rgb(240, 130, 0)'),
  'BLUE SURFACE': surface('rgb(0, 60, 200)'),
} satisfies Record<string, Look>;
type Name = keyof typeof LOOKS;

const LOOKS_DONE: [string, Name, string][] = [
  ['Can we get this headline a touch bigger? It gets lost.', 'LARGER', 'h2'],
  ['font is tiny here, bump it up please', 'LARGER', 'p'],
  ['Pls make bold', 'BOLD', 'p'],
  ['grey text on white is really hard to read, darken it', 'DARKER', 'p'],
  ['Make the text navy blue', 'NAVY', 'p'],
  ['Button should be orange, not gray', 'ORANGE', 'button'],
  ['Können wir die Schrift hier etwas größer machen?', 'LARGER', 'p'],
  ['Das müsste fett sein', 'BOLD', 'p'],
  ['Der graue Text ist zu hell', 'DARKER', 'p'],
  ['Schriftgröße bitte auf 18px', 'LARGER', 'p'],
  ['Bitte in Dunkelblau', 'NAVY', 'p'],
  ['Der Button soll blau statt grau sein', 'BLUE SURFACE', 'button'],
  ['Le texte est un peu petit, pourriez-vous l’agrandir ?', 'LARGER', 'p'],
  ['Mettez ce mot en gras, merci', 'BOLD', 'p'],
  ['Le gris est illisible, plus foncé svp', 'DARKER', 'p'],
  ['Le bouton en vert s’il vous plaît', 'GREEN', 'button'],
  ['Un peu plus gros le titre', 'LARGER', 'h2'],
  ['¿Se puede poner la letra más grande?', 'LARGER', 'p'],
  ['Esto en negrita, por favor', 'BOLD', 'p'],
  ['El color gris no se lee, más oscuro por favor', 'DARKER', 'p'],
  ['El botón tendría que ser azul', 'BLUE SURFACE', 'button'],
  ['Hay que bajar el tamaño de la letra', 'SMALLER', 'p'],
  ['El título queda pequeño, agrándalo', 'LARGER', 'h2'],
  ['もう少し文字を大きくできますか？', 'LARGER', 'p'],
  ['ここは太字がいいです', 'BOLD', 'p'],
  ['グレーの文字が薄くて読めません。濃くしてください', 'DARKER', 'p'],
  ['ボタンは青がいい', 'BLUE SURFACE', 'button'],
  ['文字が大きすぎるので小さくしてほしい', 'SMALLER', 'p'],
  ['Headline could be larger', 'LARGER', 'h2'],
  ['text slightly smaller please', 'SMALLER', 'p'],
  ['Way too light, nobody can read that', 'DARKER', 'p'],
  ['Please put this word in bold', 'BOLD', 'p'],
  ['The gray is too light', 'DARKER', 'p'],
  ['Dark blue please', 'NAVY', 'p'],
  ['Titel größer bitte', 'LARGER', 'h2'],
  ['Das Grau ist zu hell', 'DARKER', 'p'],
  ['Schrift bitte deutlich größer, das liest so keiner', 'LARGER', 'p'],
  ['Button in Orange bitte', 'ORANGE', 'button'],
  ['Bitte in fetter Schrift', 'BOLD', 'p'],
  ['Titre plus grand', 'LARGER', 'h2'],
  ['Texte trop pâle', 'DARKER', 'p'],
  ['Mettre en bleu foncé', 'NAVY', 'p'],
  ['Merci de réduire la taille du texte', 'SMALLER', 'p'],
  ['Letra más pequeña', 'SMALLER', 'p'],
  ['Poned el botón en naranja', 'ORANGE', 'button'],
  ['Azul oscuro, por favor', 'NAVY', 'p'],
  ['El texto gris se ve muy claro', 'DARKER', 'p'],
  ['文字を濃い青にしてください', 'NAVY', 'p'],
  ['タイトルをもっと大きく', 'LARGER', 'h2'],
  ['ボタンをオレンジ色に', 'ORANGE', 'button'],
  ['薄すぎて読めません', 'DARKER', 'p'],
];

const TEXTS_DONE: [string, string, string, string][] = [
  ['The "Subscribe" label should be "Join us" instead', 'Subscribe', 'Join us', 'button'],
  ["This says 'Shiping', should be 'Shipping'", 'Free Shiping', 'Free Shipping', 'p'],
  ['Phone hours are 9am to 5pm now, not 6pm', 'Phone: 9am to 6pm', 'Phone: 9am to 5pm', 'p'],
  ['Price needs updating: now $24', '$19', '$24', 'p'],
  ['Please change "Learn more" to "See the menu"', 'Learn more', 'See the menu', 'a'],
  ['Replace "colour" with "color" here', 'Pick a colour', 'Pick a color', 'p'],
  ['Statt „Warenkorb“ bitte „Einkaufswagen“', 'Warenkorb', 'Einkaufswagen', 'a'],
  ['Da fehlt ein Buchstabe: „Brtchen“ → „Brötchen“', 'Frische Brtchen', 'Frische Brötchen', 'p'],
  ['Preis stimmt nicht mehr, jetzt 18,90 €', '16,90 €', '18,90 €', 'p'],
  ['Samstags schließen wir schon um 13 Uhr', 'Samstag 8 Uhr bis 14 Uhr', 'Samstag 8 Uhr bis 13 Uhr', 'p'],
  ['Überschrift ändern zu „Unsere Leistungen“', 'Leistungen', 'Unsere Leistungen', 'h2'],
  ['Das Wort „sofort“ kann weg', 'Jetzt sofort kaufen', 'Jetzt kaufen', 'p'],
  ['Remplacer « Acheter » par « Réserver »', 'Acheter', 'Réserver', 'button'],
  ['Le tarif passe à 25 € à partir de janvier', '22 €', '25 €', 'p'],
  ['On ferme à 18h30 maintenant', '9h – 19h', '9h – 18h30', 'p'],
  ['Il manque un accent : « Evenements » devrait être « Événements »', 'Nos Evenements', 'Nos Événements', 'h2'],
  ['Le titre doit être « Nos ateliers » et non « Ateliers »', 'Ateliers', 'Nos ateliers', 'h2'],
  ['Écrire « Contactez-nous » à la place de « Contact »', 'Contact', 'Contactez-nous', 'a'],
  ['Il faudrait changer le prix : 12,50 €', '11,50 €', '12,50 €', 'p'],
  ['Donde dice «Comprar» debería decir «Añadir al carrito»', 'Comprar', 'Añadir al carrito', 'button'],
  ['El precio subió a 30 €', '28 €', '30 €', 'p'],
  ['Ahora abrimos a las 10:00', '9:00 – 18:00', '10:00 – 18:00', 'p'],
  ['Falta la tilde: «telefono» → «teléfono»', 'Su telefono', 'Su teléfono', 'p'],
  ['Sustituir «Inicio» por «Portada»', 'Inicio', 'Portada', 'a'],
  ['Pon «Ver horarios» en vez de «Horarios»', 'Horarios', 'Ver horarios', 'a'],
  ['「購入」→「注文する」でお願いします', '購入', '注文する', 'button'],
  ['値段が変わりました。1,200円です', '1,000円', '1,200円', 'p'],
  ['営業時間は10時からです', '9時〜18時', '10時〜18時', 'p'],
  ['「お問合わせ」は「お問い合わせ」の間違いです', 'お問合わせ', 'お問い合わせ', 'a'],
  ['タイトルを「店舗案内」に直してください', '店舗', '店舗案内', 'h2'],
  ['この文は「毎日焼きたて」に差し替えてください', '焼きたて', '毎日焼きたて', 'p'],
  ['価格を税込1,980円にしてください', '1,800円', '税込1,980円', 'p'],
  ['Heading should be "About us", not "About"', 'About', 'About us', 'h2'],
  ['"Adress" should read "Address"', 'Your Adress', 'Your Address', 'p'],
  ['We have 24 rooms, not 22', '22 rooms', '24 rooms', 'p'],
  ['Could you change this to "Get a quote"?', 'Contact', 'Get a quote', 'a'],
  ['Friday we close at 4 pm', 'Friday: 9 am to 5 pm', 'Friday: 9 am to 4 pm', 'p'],
  ['Hier „Termin buchen“ statt „Kontakt“', 'Kontakt', 'Termin buchen', 'a'],
  ['Es sind 24 Zimmer, nicht 22', '22 Zimmer', '24 Zimmer', 'p'],
  ['Der Rabatt ist jetzt 15 %', '10 % Rabatt', '15 % Rabatt', 'p'],
  ['Bitte „seperat“ durch „separat“ ersetzen', 'seperat erhältlich', 'separat erhältlich', 'p'],
  ['Le bouton : « Voir le menu »', 'Menu', 'Voir le menu', 'button'],
  ['Nous avons 24 chambres, pas 22', '22 chambres', '24 chambres', 'p'],
  ['Le prix a changé : 15 €', '12 €', '15 €', 'p'],
  ['Corriger « language » en « langage »', 'Le language', 'Le langage', 'p'],
  ['Tenemos 24 habitaciones, no 22', '22 habitaciones', '24 habitaciones', 'p'],
  ['Debería poner «Reserva ahora»', 'Reservar', 'Reserva ahora', 'button'],
  ['El precio correcto es 15 €', '12 €', '15 €', 'p'],
  ['「カート」を「買い物かご」に変更', 'カート', '買い物かご', 'a'],
  ['正しくは「営業時間」です', '営業時聞', '営業時間', 'p'],
  ['価格は1,500円です', '1,200円', '1,500円', 'p'],
];

const OTHER_LOOKS: [string, Name, string][] = [
  ['Make it bigger and add a bit of padding', 'LARGER', 'p'],
  ['The text under the headline should be darker', 'DARKER', 'h2'],
  ['Bold for the first word only', 'BOLD', 'p'],
  ['Our customers keep asking for a bigger size of this shirt', 'LARGER', 'p'],
  ['The green looks off next to the blue one', 'GREEN', 'button'],
  ['I would not make this any bigger', 'LARGER', 'p'],
  ['If it fits, make it bigger', 'LARGER', 'p'],
  ['Größer, aber dafür dünner', 'LARGER', 'p'],
  ['Fett wirkt das zu aufdringlich', 'BOLD', 'p'],
  ['Der Text rechts sollte dunkler sein', 'DARKER', 'p'],
  ['Blau passt hier nicht', 'BLUE', 'p'],
  ['Das Gleiche in Grün wie auf der Startseite', 'GREEN', 'p'],
  ['Bitte Größentabelle verlinken, die Schrift größer', 'LARGER', 'p'],
  ['Ist das mit Absicht kleiner als oben?', 'SMALLER', 'p'],
  ['Bitte größer, sonst lassen wir es weg', 'LARGER', 'p'],
  ['Plus grand sauf sur la page panier', 'LARGER', 'p'],
  ['Le texte à droite devrait être en gras', 'BOLD', 'p'],
  ['Le vert est trop flashy', 'GREEN', 'button'],
  ['Plus foncé et sans ombre', 'DARKER', 'p'],
  ['Je ne suis pas sûre que ça doive être plus grand', 'LARGER', 'p'],
  ['Le titre en bleu et le sous-titre en gris', 'BLUE', 'h2'],
  ['Ce serait plus lisible sur deux colonnes et plus grand', 'LARGER', 'p'],
  ['Le bouton vert ne marche pas', 'GREEN', 'button'],
  ['Más grande, pero que no se corte', 'LARGER', 'p'],
  ['El texto de la derecha en negrita', 'BOLD', 'p'],
  ['El rojo no me convence', 'RED', 'p'],
  ['El azul de antes era mejor', 'BLUE', 'p'],
  ['Más oscuro y con más espacio arriba', 'DARKER', 'p'],
  ['No hace falta que sea más grande', 'LARGER', 'p'],
  ['Los títulos deberían ser más grandes', 'LARGER', 'h2'],
  ['Más pequeño que el precio', 'SMALLER', 'p'],
  ['大きくして、影も付けてください', 'LARGER', 'p'],
  ['右の文字を太字にしてください', 'BOLD', 'p'],
  ['赤だと見づらい', 'RED', 'p'],
  ['大きくする必要はないと思います', 'LARGER', 'p'],
  ['見出しも大きくしてください', 'LARGER', 'p'],
  ['青い方のボタンが反応しません', 'BLUE SURFACE', 'button'],
  ['スクロールしたら濃くしてください', 'DARKER', 'p'],
  ['文字は濃く、背景は白に', 'DARKER', 'p'],
  ['Dark blue please', 'BLUE', 'p'],
  ['The blue text is too light', 'DARKER', 'p'],
  ['Bitte in Hellblau', 'BLUE', 'p'],
  ['Mettre en bleu clair', 'NAVY', 'p'],
  ['Not blue', 'BLUE', 'p'],
  ['Larger, not blue', 'LARGER', 'p'],
  ['Größer, nicht fett', 'LARGER', 'p'],
  ['Bold, not italic', 'BOLD', 'p'],
  ['The words in the second line bold', 'BOLD', 'p'],
  ['Every word should be bold except the last', 'BOLD', 'p'],
  ['The font on the left is too small', 'LARGER', 'p'],
  ['Le titre plus grand que le prix', 'LARGER', 'h2'],
  ['El título más grande que la foto', 'LARGER', 'h2'],
  ['Titel größer als Untertitel', 'LARGER', 'h2'],
  ['The title larger, the subtitle smaller', 'LARGER', 'h2'],
  ['Der Titel größer, der Text kleiner', 'LARGER', 'h2'],
  ['Le titre plus grand, le texte plus petit', 'LARGER', 'h2'],
  ['Why is the gray text so light?', 'DARKER', 'p'],
  ['Gray text on gray background is a bad idea, lighter background please', 'DARKER', 'p'],
  ['The red is too light', 'DARKER', 'p'],
  ['A darker red would be nice', 'DARKER', 'p'],
  ['Ein dunkleres Blau', 'DARKER', 'p'],
  ['Un bleu plus foncé', 'DARKER', 'p'],
  ['Un azul más oscuro', 'DARKER', 'p'],
  ['It gets lost on mobile, make it bigger', 'LARGER', 'p'],
  ['Größer wäre zu groß', 'LARGER', 'p'],
  ['Bump it up to the top', 'LARGER', 'p'],
  ['El botón azul debería ser más grande que el verde', 'LARGER', 'button'],
  ['Tendría que ser azul, pero solo en la portada', 'BLUE', 'p'],
  ['Subid el tamaño de la foto', 'LARGER', 'p'],
  ['もっと大きくてもいいかも？', 'LARGER', 'p'],
  ['太字がいいですか？', 'BOLD', 'p'],
  ['青がいいですが、赤でも構いません', 'BLUE', 'p'],
  ['濃い青にしてください', 'BLUE', 'p'],
  ['このグレーの枠を濃くしてください', 'DARKER', 'p'],
  ['The hair in this picture should be darker', 'DARKER', 'p'],
  ['A hair lighter than the heading', 'DARKER', 'p'],
  ['Darken the blue bar', 'DARKER', 'p'],
  ['Make the headline on the blue banner larger', 'LARGER', 'p'],
  ['Button should be orange, not gray, on hover', 'ORANGE', 'button'],
];

const OTHER_TEXTS: [string, string, string, string][] = [
  ['"Join us" should link to /join', 'Subscribe', 'Join us', 'a'],
  ['Rename the menu entry to "Pricing" as well', 'Prices', 'Pricing', 'h2'],
  ['$24 is what our competitors charge', '$19', '$24', 'p'],
  ['Change the price to $24 for pick-up, leave delivery at $19', '$19', '$24', 'p'],
  ['say "Join us" but keep the icon', 'Subscribe', 'Join us', 'button'],
  ['Nur am Wochenende bis 20 Uhr', 'Täglich bis 18 Uhr', 'Täglich bis 20 Uhr', 'p'],
  ['Statt „Kaufen“ könnte man „Bestellen“ oder „Ordern“ schreiben', 'Kaufen', 'Bestellen', 'button'],
  ['Bitte „Bestellen“ und darunter „Lieferung frei Haus“', 'Kaufen', 'Bestellen', 'button'],
  ['Bei mir steht 18,90 €, im Laden 16,90 €', '16,90 €', '18,90 €', 'p'],
  ['« Réserver » me semble trop direct', 'Acheter', 'Réserver', 'button'],
  ['Avant c’était 25 €, maintenant 22 €', '22 €', '25 €', 'p'],
  ['Il faut écrire « Réserver » en anglais', 'Acheter', 'Réserver', 'button'],
  ['Fermé à 18h30 le dimanche uniquement', 'Tous les jours 9h – 19h', 'Tous les jours 9h – 18h30', 'p'],
  ['«Pedir» suena raro', 'Comprar', 'Pedir', 'button'],
  ['Me dijeron 30 € por teléfono', '28 €', '30 €', 'p'],
  ['Cambiar a 30 € solo en agosto', '28 €', '30 €', 'p'],
  ['Que diga «Pedir» al pasar el ratón', 'Comprar', 'Pedir', 'button'],
  ['「注文」でもいいかもしれません', '購入', '注文', 'button'],
  ['隣の店は1,200円でした', '1,000円', '1,200円', 'p'],
  ['日曜だけ10時からです', '毎日9時〜18時', '毎日10時〜18時', 'p'],
  ['「注文」と「配送」に分けてください', '購入', '注文', 'button'],
  ['We have 24 rooms, not 22', '22 rooms', '22 rooms and 24 beds', 'p'],
  ['Room 24 not 22 is the quiet one', '22 rooms', '24 rooms', 'p'],
  ['Open until 24, not 22', 'Open until 22', 'Open 24', 'p'],
  ['Should have 3 columns, not 4', '4 columns of text', '3 columns of text', 'p'],
  ['The picture shows 3 people, not 4', '4 people', '3 people', 'p'],
  ['"Join us" leads to the wrong page', 'Subscribe', 'Join us', 'a'],
  ['"Join us" should go to /join', 'Subscribe', 'Join us', 'a'],
  ['„Mitmachen“ soll auf /join führen', 'Abonnieren', 'Mitmachen', 'a'],
  ['« Rejoindre » devrait pointer vers /join', 'S’abonner', 'Rejoindre', 'a'],
  ['«Unirse» debe llevar a /join', 'Suscribirse', 'Unirse', 'a'],
  ['「参加」は /join にリンクしてください', '登録', '参加', 'a'],
  ['The "Team" link should say "Join us"', 'Team and press', 'Team, join us', 'a'],
  ['The letter is missing from "Brtchen"', 'Frische Brtchen', 'Frische Bretchen', 'p'],
  ['Price is out of date', '$19', '$24', 'p'],
  ['Price is no longer right, it was $24 in May', '$19', '$24', 'p'],
  ['Der Preis stimmt nicht, 18,90 € steht in der App', '16,90 €', '18,90 €', 'p'],
  ['Der Preis gilt ab Januar: 18,90 €, bis dahin 16,90 €', '16,90 €', '18,90 €', 'p'],
  ['À partir de janvier 25 €, 22 € jusque-là', '22 €', '25 €', 'p'],
  ['Phone hours are 9am to 5pm now, not 6pm', 'Phone: 9am to 6pm', 'Phone: 10am to 5pm', 'p'],
  ['Phone hours are 9am to 5pm now, not 6pm', 'Shop: 9am to 6pm', 'Shop: 9am to 5pm', 'p'],
];

describe('an ordinary comment is answered', () => {
  test.each(LOOKS_DONE)('by a look: %s: %s', (comment, look, tag) => {
    expect(effect(comment, {}, LOOKS[look], { tag })).toBe('does_it');
  });
  test.each(TEXTS_DONE)('by a text: %s', (comment, before, after, tag) => {
    expect(effect(comment, { text: before }, { text: after }, { tag })).toBe('does_it');
  });
});

describe('a person must say whether a comment is answered', () => {
  test.each(OTHER_LOOKS)('by a look: %s: %s', (comment, look, tag) => {
    expect(effect(comment, {}, LOOKS[look], { tag })).toBe('changed_otherwise');
  });
  test.each(OTHER_TEXTS)('by a text: %s: %s, %s', (comment, before, after, tag) => {
    expect(effect(comment, { text: before }, { text: after }, { tag })).toBe('changed_otherwise');
  });
});

const page = (...words: string[]) => ({
  elements: [{ tag: 'p', id: '', classes: [] }],
  around: '',
  isElsewhere: (word: string) => words.includes(word.toLowerCase()),
});
const corrected = (comment: string, [earlier, later]: readonly [string, string], names: ElementNames) => {
  const [before, after] = [pin({ text: earlier }), pin({ text: later })];
  return effectOf({ comment, verdict: 'changed', before, after, evidence: evidenceOf(before, after, null), names });
};

describe('a misspelled word', () => {
  const RIGHT = ['You recieve a mail', 'You receive a mail'] as const;
  test.each([
    ['typo: recieve', RIGHT, 'receive'],
    ['"recieve" is misspelled', RIGHT, 'receive'],
    ['Rechtschreibfehler: Adrese', ['Ihre Adrese', 'Ihre Adresse'], 'adresse'],
    ['Coquille : adrese', ['Votre adrese', 'Votre adresse'], 'adresse'],
    ['Hay un error ortográfico en direcion', ['Su direcion', 'Su dirección'], 'dirección'],
  ] as const)('is corrected as the page spells it elsewhere: %s', (comment, texts, word) => {
    expect(corrected(comment, texts, page(word))).toBe('does_it');
  });

  test.each([
    ['typo: recieve', RIGHT, []],
    ['typo: recieve', RIGHT, ['receive', 'recieve']],
    ['typo: recieve', ['You recieve a mail', 'You receive a letter'], ['receive', 'letter']],
    ['typo: recieve', ['You recieve a mail', 'You receives a mail'], ['receive']],
    ['typo: recieve', ['You recieve it, we recieve it', 'You receive it, we recieve it'], ['receive']],
    ['There is a typo', RIGHT, ['receive']],
    ['typo: teh', ['teh team', 'ten team'], ['ten']],
    ['typo: recieve, and make it bold', RIGHT, ['receive']],
  ] as const)('is left to a person: %s: %s, beside %s', (comment, texts, words) => {
    expect(corrected(comment, texts, page(...words))).toBe('changed_otherwise');
  });
});
