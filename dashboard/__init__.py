"""Pages that show a lake's numbers to a person, in Chinese and English."""
