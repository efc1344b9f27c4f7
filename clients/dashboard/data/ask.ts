import { type AnyVariables, createRequest, formatDocument, stringifyDocument, type TypedDocumentNode } from 'urql';
import { post, SessionError, withLabels } from './session.ts';

interface Answer<Result> {
  data?: Result;
  errors?: readonly { message: string }[];
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
  const { data, errors } = await post<Answer<Result>>('/graphql', { query, variables });
  if (errors?.[0] || !data) throw new SessionError(400, withLabels(errors?.[0]?.message ?? ''));
  return data;
}
