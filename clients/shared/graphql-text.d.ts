/** The build replaces a GraphQL document by its text. */
declare module '*.graphql' {
  const text: string;
  export default text;
}
