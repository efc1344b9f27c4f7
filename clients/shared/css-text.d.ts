/** The build replaces a style sheet by its minified text. */
declare module '*.css' {
  const text: string;
  export default text;
}
