-- Alone, because it locks a busy table.
ALTER TABLE "ignore_rules" ADD CONSTRAINT "ignore_rules_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
