from tests.storage.fixtures import empty_url, kind, store, url

__all__ = ["empty_url", "kind", "store", "url"]
