import { writtenByPerson } from './person.ts';

/** Members of a payload that name a person (src/resolvers/addons/deliveries/load-subjects.ts). */
const NAMES = ['comment,author', 'comment,assignee', 'actor'];

const ITS_TEXTS = `SELECT x.id::text FROM annotations x, person
   WHERE ${writtenByPerson('x')} AND x.project_id IN (SELECT id FROM its_projects)
  UNION SELECT x.id::text FROM comments x JOIN annotations a ON a.id = x.annotation_id, person
   WHERE ${writtenByPerson('x')} AND a.project_id IN (SELECT id FROM its_projects)`;

/**
 * Statements that remove the name of the person from payloads of webhooks: where its account is
 * named, and where the visitor is who wrote the annotation. They run while the texts still have
 * their authors.
 */
export const namelessDeliveries = NAMES.map((path) => {
  const named = `t.body::jsonb #> '{data,${path}}'`;
  return `UPDATE webhook_deliveries t SET body = jsonb_set(t.body::jsonb, '{data,${path},name}', 'null')::text
    FROM person WHERE (t.type LIKE 'comment.%' OR t.type LIKE 'annotation.%') AND CASE WHEN ${named} ->> 'isVisitor' = 'true'
      THEN t.body::jsonb #>> '{data,comment,${path === 'actor' ? 'annotationId' : 'id'}}' IN (${ITS_TEXTS})
      ELSE ${named} ->> 'id' = person.id::text AND (person.organization_id IS NULL OR t.webhook_id IN (
             SELECT w.id FROM webhooks w WHERE w.organization_id = person.organization_id)) END`;
});
