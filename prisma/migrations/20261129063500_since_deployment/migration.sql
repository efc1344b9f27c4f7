-- What happened to an element since the picture before the deployment, beside the verdict against the reported look.
ALTER TABLE "deployment_verdicts" ADD COLUMN "since_deployment" "VerdictKind";
