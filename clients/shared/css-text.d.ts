/** The build puts a style sheet in as its minified text. */
declare module '*.css' {
  const text: string;
  export default text;
}
