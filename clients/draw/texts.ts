import type { Color, Tool } from './shapes.ts';

/** Texts of the frame in one language. */
export type Texts = Readonly<
  Record<
    Tool | Color | 'color' | 'title' | 'undo' | 'cancel' | 'done' | 'picture' | 'hint' | 'hintTouch' | 'words',
    string
  >
>;

const EN: Texts = {
  title: 'Draw on the picture',
  arrow: 'Arrow',
  pen: 'Pen',
  rectangle: 'Box',
  text: 'Text',
  blur: 'Blur',
  crop: 'Crop',
  color: 'Color',
  red: 'Red',
  blue: 'Blue',
  green: 'Green',
  black: 'Black',
  undo: 'Undo',
  cancel: 'Cancel',
  done: 'Done',
  picture: 'Picture',
  hint: 'Drag to draw. By keyboard: arrow keys move, Shift sizes, Enter places, then Enter ends.',
  hintTouch: 'Drag your finger to draw.',
  words: 'Text on the picture',
};

const DE: Texts = {
  title: 'Auf das Bild zeichnen',
  arrow: 'Pfeil',
  pen: 'Stift',
  rectangle: 'Rahmen',
  text: 'Text',
  blur: 'Verpixeln',
  crop: 'Zuschnitt',
  color: 'Farbe',
  red: 'Rot',
  blue: 'Blau',
  green: 'Grün',
  black: 'Schwarz',
  undo: 'Zurück',
  cancel: 'Abbrechen',
  done: 'Fertig',
  picture: 'Bild',
  hint: 'Zum Zeichnen ziehen. Mit der Tastatur: Pfeiltasten bewegen, Umschalt ändert die Größe, Enter setzt, dann beendet Enter.',
  hintTouch: 'Zum Zeichnen mit dem Finger ziehen.',
  words: 'Text auf dem Bild',
};

const FR: Texts = {
  title: 'Dessiner sur l’image',
  arrow: 'Flèche',
  pen: 'Crayon',
  rectangle: 'Cadre',
  text: 'Texte',
  blur: 'Flouter',
  crop: 'Rogner',
  color: 'Couleur',
  red: 'Rouge',
  blue: 'Bleu',
  green: 'Vert',
  black: 'Noir',
  undo: 'Annuler',
  cancel: 'Fermer',
  done: 'Terminé',
  picture: 'Image',
  hint: 'Faites glisser pour dessiner. Au clavier : les flèches déplacent, Maj redimensionne, Entrée place, puis Entrée termine.',
  hintTouch: 'Faites glisser le doigt pour dessiner.',
  words: 'Texte sur l’image',
};

const ES: Texts = {
  title: 'Dibujar en la imagen',
  arrow: 'Flecha',
  pen: 'Lápiz',
  rectangle: 'Marco',
  text: 'Texto',
  blur: 'Pixelar',
  crop: 'Recortar',
  color: 'Color',
  red: 'Rojo',
  blue: 'Azul',
  green: 'Verde',
  black: 'Negro',
  undo: 'Deshacer',
  cancel: 'Cancelar',
  done: 'Listo',
  picture: 'Imagen',
  hint: 'Arrastre para dibujar. Con el teclado: las flechas mueven, Mayús cambia el tamaño, Intro coloca, y otra vez Intro termina.',
  hintTouch: 'Arrastre el dedo para dibujar.',
  words: 'Texto en la imagen',
};

const JA: Texts = {
  title: '画像に描く',
  arrow: '矢印',
  pen: 'ペン',
  rectangle: '枠',
  text: '文字',
  blur: 'ぼかし',
  crop: '切り抜き',
  color: '色',
  red: '赤',
  blue: '青',
  green: '緑',
  black: '黒',
  undo: '元に戻す',
  cancel: 'キャンセル',
  done: '完了',
  picture: '画像',
  hint: 'ドラッグして描きます。キーボード：矢印キーで移動、Shift で大きさ、Enter で確定、もう一度 Enter で完了。',
  hintTouch: '指でドラッグして描きます。',
  words: '画像に入れる文字',
};

const TEXTS: Readonly<Record<string, Texts>> = { en: EN, de: DE, fr: FR, es: ES, ja: JA };

/** Returns the texts of a language; English if it is unknown. */
export const translationOf = (language: string): Texts => TEXTS[language] ?? EN;
