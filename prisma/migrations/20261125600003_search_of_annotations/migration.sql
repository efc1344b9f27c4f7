CREATE TRIGGER "annotations_organization" BEFORE INSERT ON "annotations"
  FOR EACH ROW WHEN (NEW.organization_id IS NULL) EXECUTE FUNCTION set_annotation_organization();
CREATE TRIGGER "annotations_search_added" AFTER INSERT ON "annotations"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_annotation_search();
CREATE TRIGGER "annotations_search_changed" AFTER UPDATE OF "content", "url", "author_name", "author_email" ON "annotations"
  FOR EACH ROW WHEN ((OLD.content, OLD.url, OLD.author_name, OLD.author_email)
    IS DISTINCT FROM (NEW.content, NEW.url, NEW.author_name, NEW.author_email)) EXECUTE FUNCTION change_annotation_search();
CREATE TRIGGER "annotations_search_removed" AFTER DELETE ON "annotations"
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION remove_annotation_search();
