-- Alone, because it locks a busy table.
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_before_key_fkey" FOREIGN KEY ("before_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "deployment_verdicts" ADD CONSTRAINT "deployment_verdicts_after_key_fkey" FOREIGN KEY ("after_key") REFERENCES "stored_objects"("key") ON DELETE RESTRICT ON UPDATE CASCADE;
