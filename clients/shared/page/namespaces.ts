/** Namespace of HTML elements; SVG and MathML have others. */
export const HTML = 'http://www.w3.org/1999/xhtml';
