/** Elements of HTML are in this namespace; those of SVG and MathML are not. */
export const HTML = 'http://www.w3.org/1999/xhtml';
