-- Alone, because it locks a busy table.
ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_snapshot_id_fkey" FOREIGN KEY ("snapshot_id") REFERENCES "snapshots"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "deployment_captures" ADD CONSTRAINT "deployment_captures_baseline_id_fkey" FOREIGN KEY ("baseline_id") REFERENCES "snapshots"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "baselines" ADD CONSTRAINT "baselines_snapshot_id_fkey" FOREIGN KEY ("snapshot_id") REFERENCES "snapshots"("id") ON DELETE CASCADE ON UPDATE CASCADE;
