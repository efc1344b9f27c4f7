import { type AnyVariables, createRequest, formatDocument, stringifyDocument, type TypedDocumentNode } from 'urql';
import { type FieldProblem, labeledText } from './failure-text.ts';
import { post, SessionError } from './session.ts';

interface Answer<Result> {
  data?: Result;
  errors?: readonly { message: string; extensions: { fields?: readonly FieldProblem[] } }[];
}

/**
 * Sends an operation without a session and without a cache, for screens before the log-in.
 *
 * @throws SessionError with the message of the service
 */
export async function ask<Result, Variables extends AnyVariables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const query = stringifyDocument(formatDocument(createRequest(document, variables).query));
  const { data, errors: [error] = [] } = await post<Answer<Result>>('/graphql', { query, variables });
  if (error || !data) throw new SessionError(400, error ? labeledText(error.message, error.extensions.fields) : '');
  return data;
}
