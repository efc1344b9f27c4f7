/** The build replaces a GraphQL document by its text, and adds its hash to the trusted ones. */
declare module '*.graphql' {
  const text: string;
  /** SHA-256 of the text, hexadecimal. */
  export const hash: string;
  export default text;
}
