import { describe, expect, test } from 'vitest';
import { effect, type Look } from './sample-looks.ts';

const [LARGER, SMALLER] = ['16px', '12px'].map((fontSize): Look => ({ styles: { fontSize } })) as [Look, Look];
const colored = (color: string): Look => ({ styles: { color } });
const [RED, BLUE] = [colored('rgb(200, 0, 0)'), colored('rgb(0, 60, 200)')];
const [DARKER, LIGHTER] = [colored('rgb(51, 51, 51)'), colored('rgb(204, 204, 204)')];
const GREEN: Look = { styles: { backgroundColor: 'rgb(0, 150, 60)' } };
const BOLD: Look = { styles: { fontWeight: '700' } };
const says = (text: string): Look => ({ text });

describe('a polite question is a request', () => {
  test.each([
    'Can this be larger?',
    'Could we make it larger?',
    'Kann das größer werden?',
    'Könnt ihr das größer machen?',
    'Pouvez-vous agrandir ?',
    'Cela peut-il être plus grand ?',
    '¿Se puede agrandar?',
    '¿Puede ser más grande?',
    'もっと大きくできますか？',
  ])('%s', (comment) => {
    expect(effect(comment, {}, LARGER)).toBe('does_it');
  });

  test.each([
    'Should this be larger?',
    'Is this too small?',
    'Can it be that this is too small?',
    'Soll das größer sein?',
    'Kann es sein, dass das zu klein ist?',
    'Se peut-il que ce soit trop petit ?',
    '¿Puede ser que sea demasiado pequeño?',
    '大きくすべきですか？',
  ])('others are not: %s', (comment) => {
    expect(effect(comment, {}, LARGER)).toBe('changed_otherwise');
  });
});

describe('a comment asks for a text', () => {
  test.each([
    ['Can this read “Plan your project”?', says('Start'), says('Plan your project')],
    ['Could this button read "Get started"?', says('Start'), says('Get started')],
    ['This ought to say "Sign up"', says('Register'), says('Sign up')],
    ['I would prefer "Sign up" here', says('Register'), says('Sign up')],
    ['The label needs to be "E-mail"', says('Mail'), says('E-mail')],
    ['use "Sign up" as the label', says('Register'), says('Sign up')],
    ['Wording: "Sign up"', says('Register'), says('Sign up')],
    ['New title: Fresh every morning', says('Bakery'), says('Fresh every morning')],
    ['Replace Register by Sign up', says('Register'), says('Sign up')],
    ['Replace "Register" by "Sign up"', says('Register'), says('Sign up')],
    ['Change Register to Sign up', says('Register'), says('Sign up')],
    ['Rename "Works" to "Projects"', says('Works'), says('Projects')],
    ['Rename Works to Projects', says('Works'), says('Projects')],
    ['It\'s called "Projects" now', says('Works'), says('Projects')],
    ['Instead of "Buy", say "Order"', says('Buy'), says('Order')],
    ['should be "Order" not "Buy"', says('Buy'), says('Order')],
    ['the text here should be: Order now', says('Buy'), says('Order now')],
    ['Write Order now', says('Buy'), says('Order now')],
    ['Hier soll „Jetzt buchen“ stehen', says('Buchen'), says('Jetzt buchen')],
    ['Bitte in „Jetzt buchen“ ändern', says('Buchen'), says('Jetzt buchen')],
    ['Hier sollte Jetzt buchen stehen', says('Buchen'), says('Jetzt buchen')],
    ['Könnt ihr das in „Jetzt buchen“ umbenennen?', says('Buchen'), says('Jetzt buchen')],
    ['Kann da „Jetzt buchen“ stehen?', says('Buchen'), says('Jetzt buchen')],
    ['Statt „Buchen“ bitte „Reservieren“', says('Buchen'), says('Reservieren')],
    ['Bitte „Buchen“ durch „Reservieren“ ersetzen', says('Buchen'), says('Reservieren')],
    ['Der Knopf sollte „Reservieren“ heißen', says('Buchen'), says('Reservieren')],
    ['Das heißt jetzt „Reservieren“', says('Buchen'), says('Reservieren')],
    ['Überschrift bitte: „Unser Team“', says('Team'), says('Unser Team')],
    ['Wir nennen das „Projekte“', says('Arbeiten'), says('Projekte')],
    ['Text ändern zu „Mehr erfahren“', says('Mehr'), says('Mehr erfahren')],
    ['Pouvez-vous mettre « Réserver » ici ?', says('Acheter'), says('Réserver')],
    ['Remplacer « Acheter » par « Réserver »', says('Acheter'), says('Réserver')],
    ['Ici il faut lire « Réserver »', says('Acheter'), says('Réserver')],
    ['Le bouton devrait afficher « Réserver »', says('Acheter'), says('Réserver')],
    ['« Réserver » serait mieux', says('Acheter'), says('Réserver')],
    ['Changez le titre en « Notre équipe »', says('Équipe'), says('Notre équipe')],
    ['Renommez en « Projets » svp', says('Travaux'), says('Projets')],
    ['Cambiar «Comprar» por «Reservar»', says('Comprar'), says('Reservar')],
    ['¿Podéis poner «Reservar» aquí?', says('Comprar'), says('Reservar')],
    ['Aquí debería poner «Reservar»', says('Comprar'), says('Reservar')],
    ['El botón tiene que decir «Reservar»', says('Comprar'), says('Reservar')],
    ['Mejor «Reservar» que «Comprar»', says('Comprar'), says('Reservar')],
    ['El título debe ser «Nuestro equipo»', says('Equipo'), says('Nuestro equipo')],
    ['「予約する」に変更お願いします', says('購入'), says('予約する')],
    ['「購入」を「予約する」に変えてください', says('購入'), says('予約する')],
    ['ここは「予約する」の方がいい', says('購入'), says('予約する')],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('a comment asks for a size', () => {
  test.each([
    ['Can you enlarge this?', {}, LARGER],
    ['Increase the font size', {}, LARGER],
    ['Increase the size please', {}, LARGER],
    ['Font is tiny', {}, LARGER],
    ['This is hard to read, make it bigger', {}, LARGER],
    ['Text way too small', {}, LARGER],
    ['I need this to be a lot larger', {}, LARGER],
    ['Reduce the font size', {}, SMALLER],
    ['Way too big', {}, SMALLER],
    ['This is huge, make it smaller', {}, SMALLER],
    ['Font size 16', {}, LARGER],
    ['16px please', {}, LARGER],
    ['Set font-size to 16 px', {}, LARGER],
    ['Please use 16px', {}, LARGER],
    ['Decrease the text size', {}, SMALLER],
    ['Schrift größer bitte', {}, LARGER],
    ['Bitte die Schrift vergrößern', {}, LARGER],
    ['Schriftgröße erhöhen', {}, LARGER],
    ['Das ist viel zu klein', {}, LARGER],
    ['Kann man das etwas größer machen?', {}, LARGER],
    ['Das ist mir zu groß', {}, SMALLER],
    ['Bitte kleiner', {}, SMALLER],
    ['Schriftgröße bitte auf 16px', {}, LARGER],
    ['Winzig! Bitte größer.', {}, LARGER],
    ['Agrandir le texte', {}, LARGER],
    ['Police trop petite', {}, LARGER],
    ['Plus gros svp', {}, LARGER],
    ['Réduire la taille du texte', {}, SMALLER],
    ['Augmenter la taille de la police', {}, LARGER],
    ['C’est trop gros', {}, SMALLER],
    ['C’est vraiment trop petit', {}, LARGER],
    ['Agrandar el texto', {}, LARGER],
    ['La letra es muy pequeña', {}, LARGER],
    ['Hacedlo más grande', {}, LARGER],
    ['Aumentar el tamaño de la letra', {}, LARGER],
    ['Reducir el tamaño', {}, SMALLER],
    ['Letra más grande por favor', {}, LARGER],
    ['Es demasiado grande', {}, SMALLER],
    ['もう少し大きく', {}, LARGER],
    ['文字が小さすぎる', {}, LARGER],
    ['フォントサイズを大きくして', {}, LARGER],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('a comment asks for a color', () => {
  test.each([
    ['Red please', {}, RED],
    ['Can this be red?', {}, RED],
    ['Use red for this', {}, RED],
    ['Turn it red', {}, RED],
    ['I want this in red', {}, RED],
    ['Text color: red', {}, RED],
    ['Should be in blue', {}, BLUE],
    ['Color should be #003cc8', {}, BLUE],
    ['Green background please', {}, GREEN],
    ['Make the background green', {}, GREEN],
    ['Change the color to blue', {}, BLUE],
    ['Please color this text blue', {}, BLUE],
    ['Paint it red', {}, RED],
    ['The price must be red', says('78 €'), { ...RED, text: '78 €' }],
    ['in red!', {}, RED],
    ['Bitte rot', {}, RED],
    ['Kann das rot sein?', {}, RED],
    ['Mach das rot', {}, RED],
    ['Schrift in Rot', {}, RED],
    ['Hintergrund grün', {}, GREEN],
    ['Grüner Hintergrund bitte', {}, GREEN],
    ['Bitte rot einfärben', {}, RED],
    ['Den Text blau machen', {}, BLUE],
    ['Farbe: blau', {}, BLUE],
    ['Der Text sollte blau sein', {}, BLUE],
    ['En rouge svp', {}, RED],
    ['Peut-on le mettre en rouge ?', {}, RED],
    ['Fond vert svp', {}, GREEN],
    ['Le texte devrait être bleu', {}, BLUE],
    ['Changer la couleur en bleu', {}, BLUE],
    ['Passer en rouge', {}, RED],
    ['En rojo por favor', {}, RED],
    ['Ponedlo en rojo', {}, RED],
    ['Fondo verde por favor', {}, GREEN],
    ['El texto debería ser azul', {}, BLUE],
    ['Cambiar el color a azul', {}, BLUE],
    ['¿Puede ser rojo?', {}, RED],
    ['赤くしてください', {}, RED],
    ['文字を青にして', {}, BLUE],
    ['背景を緑にしてください', {}, GREEN],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('a comment asks for a shade, a contrast or bold letters', () => {
  test.each([
    ['Too pale for me, can this be darker?', {}, DARKER],
    ['Text too faint', {}, DARKER],
    ['Make the text darker', {}, DARKER],
    ['Darken this', {}, DARKER],
    ['Could you lighten it?', {}, LIGHTER],
    ['Hardly readable, needs more contrast', {}, DARKER],
    ['Bold please', {}, BOLD],
    ['Make this text bold', {}, BOLD],
    ['should be in bold', {}, BOLD],
    ['Put it in bold', {}, BOLD],
    ['Bolder', {}, BOLD],
    ['Dunkler machen', {}, DARKER],
    ['Schrift zu blass', {}, DARKER],
    ['Kontrast erhöhen', {}, DARKER],
    ['Kontrast ist zu schwach', {}, DARKER],
    ['Bitte fett', {}, BOLD],
    ['Fett drucken', {}, BOLD],
    ['Kann das fett sein?', {}, BOLD],
    ['in Fettschrift bitte', {}, BOLD],
    ['Plus foncé svp', {}, DARKER],
    ['Trop pâle', {}, DARKER],
    ['Augmenter le contraste', {}, DARKER],
    ['Mettre en gras', {}, BOLD],
    ['Más oscuro', {}, DARKER],
    ['Oscurecer el texto', {}, DARKER],
    ['Aumentar el contraste', {}, DARKER],
    ['Poner en negrita', {}, BOLD],
    ['太字で', {}, BOLD],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('a comment asks for a price, a time or a percentage', () => {
  test.each([
    ['Price is 127 €', says('78 €'), says('127 €')],
    ['It costs 127€ now', says('78 €'), says('127 €')],
    ['127 € instead of 78 €', says('78 €'), says('127 €')],
    ['not 78 € but 127 €', says('78 €'), says('127 €')],
    ['78 € should be 127 €', says('78 €'), says('127 €')],
    ['78 € doit être 127 €', says('78 €'), says('127 €')],
    ['We raised it to $29', says('$19 / month'), says('$29 / month')],
    ['Price went up from $19 to $29', says('$19'), says('$29')],
    ['Change the price to 127 €', says('78 €'), says('127 €')],
    ['price wrong, must be 127.50 €', says('78 €'), says('127,50 €')],
    ['Closing time is 6 pm', says('Open until 5 pm'), says('Open until 6 pm')],
    ['Opens at 8:30', says('from 9:00'), says('from 8:30')],
    ['Should be 8:30 am', says('9:00 am'), says('8:30 am')],
    ['Kostet jetzt 127 €', says('78 €'), says('127 €')],
    ['Preis auf 127 € ändern', says('78 €'), says('127 €')],
    ['Statt 78 € bitte 127 €', says('78 €'), says('127 €')],
    ['Wir haben ab 8 Uhr geöffnet', says('ab 9 Uhr'), says('ab 8 Uhr')],
    ['Rabatt ist 20 %', says('15 % Rabatt'), says('20 % Rabatt')],
    ['Le prix est de 127 €', says('78 €'), says('127 €')],
    ['127 € au lieu de 78 €', says('78 €'), says('127 €')],
    ['Ouvert à partir de 8h30', says('à partir de 9h'), says('à partir de 8h30')],
    ['El precio es 127 €', says('78 €'), says('127 €')],
    ['127 € en lugar de 78 €', says('78 €'), says('127 €')],
    ['Abrimos a las 8:30', says('9:00'), says('8:30')],
    ['価格は127円です', says('78円'), says('127円')],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('a comment asks for the spelling', () => {
  test.each([
    ['"recieve" -> "receive"', says('You recieve'), says('You receive')],
    ['It is spelled receive', says('You recieve'), says('You receive')],
    ['"their" should be "there"', says('We are their'), says('We are there')],
    ['recieve → receive', says('You recieve'), says('You receive')],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});

describe('a comment names a misspelled word, whose right spelling only a person knows', () => {
  test.each([
    ['typo: recieve', says('You recieve'), says('You receive')],
    ['spelling: accomodation', says('Accomodation'), says('Accommodation')],
    ['recieve is misspelled', says('You recieve'), says('You receive')],
    ['There\'s a spelling mistake in "recieve"', says('You recieve'), says('You receive')],
    ['"recieve" is spelled wrong', says('You recieve'), says('You receive')],
    ['Rechtschreibfehler: Adrese', says('Ihre Adrese'), says('Ihre Adresse')],
    ['Schreibfehler in „Adrese“', says('Ihre Adrese'), says('Ihre Adresse')],
    ['Coquille : adrese', says('Votre adrese'), says('Votre adresse')],
    ['Errata: direcion', says('Su direcion'), says('Su dirección')],
    ['Hay un error ortográfico en direcion', says('Su direcion'), says('Su dirección')],
    ['誤字：recieve', says('You recieve'), says('You receive')],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('changed_otherwise');
  });
});

describe('a comment asks for the removal of a part of the text', () => {
  test.each([
    ['Please remove "Sale" here', says('Sale: bread'), says('bread')],
    ['Drop the word "Sale"', says('Sale: bread'), says('bread')],
    ['"Sale" can go', says('Sale: bread'), says('bread')],
    ['Without "Sale" please', says('Sale: bread'), says('bread')],
    ['„Aktion“ bitte raus', says('Aktion: Brot'), says('Brot')],
    ['„Aktion“ kann weg', says('Aktion: Brot'), says('Brot')],
    ['Bitte das Wort „Aktion“ streichen', says('Aktion: Brot'), says('Brot')],
    ['Enlever « Promo »', says('Promo : pain'), says('pain')],
    ['Supprimez le mot « Promo » svp', says('Promo : pain'), says('pain')],
    ['Quitar «Oferta»', says('Oferta: pan'), says('pan')],
    ['「セール」を削除してください', says('セール パン'), says('パン')],
  ] as [string, Look, Look][])('%s', (comment, before, after) => {
    expect(effect(comment, before, after)).toBe('does_it');
  });
});
