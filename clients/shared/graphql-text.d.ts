/** The build puts a GraphQL document in as its text. */
declare module '*.graphql' {
  const text: string;
  export default text;
}
