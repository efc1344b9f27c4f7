import { useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { AnnotationProjectDocument } from '../data/annotations.generated.ts';
import { Redirect } from '../ui/redirect.tsx';
import { Missing, Pending } from '../ui/states.tsx';

/** Target of links in mails and messages: opens a comment in the list of its project. */
export function FindAnnotation() {
  const { annotationId } = useParams({ from: '/shell/annotations/$annotationId' });
  const [{ data, error }] = useQuery({ query: AnnotationProjectDocument, variables: { id: annotationId } });
  if (!data?.annotation) return error ? <Missing /> : <Pending />;
  const { id, projectId } = data.annotation;
  const params = { projectId, annotationId: id };
  return <Redirect to={{ to: '/projects/$projectId/comments/$annotationId', params }} />;
}
