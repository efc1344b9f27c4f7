-- Alone, because it locks a busy table.
ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_comparison_id_fkey" FOREIGN KEY ("comparison_id") REFERENCES "comparisons"("id") ON DELETE SET NULL ON UPDATE CASCADE;
