"""What MindSpore's parser makes of operators (the path `mindspore._extends.parse`)."""
